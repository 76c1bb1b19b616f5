import { generate } from 'selfsigned';

const NAMES = [
  'localhost',
  'colab.research.google.com',
  'colab.google.com',
  'googleusercontent.com',
  '*.googleusercontent.com',
];

/** A certificate that lives as long as the process: nothing to store, nothing to trust by accident. */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
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
  return { key: made.private, cert: made.cert };
}
