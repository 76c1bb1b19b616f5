/** Where Colab lives: what a tab may come from and what a browser may be sent to. As in manifest.json. */
export const COLAB_HOSTS = ['colab.research.google.com', 'colab.google.com'] as const;

/** Colab's own empty notebook: it needs no file, and holds nothing of the user's yet. */
export const SCRATCH_PATH = '/notebooks/empty.ipynb';

export const SCRATCH_URL = `https://${COLAB_HOSTS[0]}${SCRATCH_PATH}`;
