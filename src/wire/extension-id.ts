/** Follows from the `key` in manifest.json, so that it is the same on every machine. */
export const EXTENSION_ID = 'fckddchdijpoecogdcjbmjehbmffnkbm';
