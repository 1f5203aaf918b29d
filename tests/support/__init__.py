"""What several tests stand on: throwaway servers, system parts, the guard around the network."""
