"""How kernels become machine code; ``kernels/_jit.py`` is all that kernels see of it.

=============  =============================================================
``stamp``      the digest of all that code depends on; the cache folder
``library``    LLVM modules: lowered for callers, or entries for Python
``record``     one compiled kernel as bytes, and back
``ready``      machine code that came with the package
``cache``      where compiled kernels are looked up and saved
``once``       the compiler: callees are lowered, entries go through LLVM once
``switch``     whether that compiler or plain ``numba.njit`` is in use
``watch``      tells others when compiling starts and ends
``pack``       writes the file that ``ready`` reads
=============  =============================================================
"""
