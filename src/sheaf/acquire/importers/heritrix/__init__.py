"""What Heritrix left: job folders, and mirrors of its MirrorWriter."""
