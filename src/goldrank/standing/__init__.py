"""Standing queries: questions that watch a stream of session records, and the gate that lets some through.

What the stream is made of and what is looked up are different types here. Documentation cannot
enter the loop: `SessionChunk` is made of a record of a session alone, and everything that watches
takes `SessionChunk` and nothing else.
"""
