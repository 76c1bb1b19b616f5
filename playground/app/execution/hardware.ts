/** Gives a new kernel the marks by which code knows its hardware: nothing computes any faster. */
export function codeForHardware(accelerator: string): string | null {
  const [kind = '', model = ''] = accelerator.split(',');
  if (kind === 'TPU') return "__import__('os').environ['TPU_ACCELERATOR_TYPE'] = 'v5e-1'";
  return kind === 'GPU' ? GPU.replace('MODEL', model) : null;
}

/** Where there are processes, `nvidia-smi` answers too. */
const GPU = `
def equip():
    import os, sys, tempfile
    os.environ["COLAB_GPU"] = "1"
    if sys.platform == "emscripten":
        return
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "nvidia-smi")
    with open(path, "w") as file:
        file.write("#!/bin/sh\\necho 'Tesla MODEL, 15360 MiB'\\n")
    os.chmod(path, 0o755)
    os.environ["PATH"] = folder + os.pathsep + os.environ.get("PATH", "")
equip()
del equip
`;
