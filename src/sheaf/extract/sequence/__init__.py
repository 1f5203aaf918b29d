"""Labels sequences (the tokens of a reference, the lines of a document) with trained models.

Linear-chain conditional random fields, trained with CRFsuite, asked with numpy.
"""
