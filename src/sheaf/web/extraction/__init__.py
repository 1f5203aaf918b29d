"""The extraction service over HTTP: as CiteSeerExtractor and GROBID were asked, and our own."""
