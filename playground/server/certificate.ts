import { createHash, X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';

const NAMES = [
  'localhost',
  'colab.research.google.com',
  'colab.google.com',
  'googleusercontent.com',
  '*.googleusercontent.com',
];

export interface Certificate {
  key: string;
  cert: string;
  /** Chromium's `--ignore-certificate-errors-spki-list` takes it: then this certificate is as good as any. */
  pin: string;
}

/** A certificate that lives as long as the process: nothing to store, nothing to trust by accident. */
export async function makeCertificate(): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          ...NAMES.map((value) => ({ type: 2 as const, value })),
          { type: 7 as const, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  const publicKey = new X509Certificate(made.cert).publicKey.export({ type: 'spki', format: 'der' });
  const pin = createHash('sha256').update(publicKey).digest('base64');
  return { key: made.private, cert: made.cert, pin };
}
