import { randomBytes } from 'node:crypto';

export type Headers = Record<string, string>;

export function freshNonce(): string {
  return randomBytes(18).toString('base64');
}

/** Isolation is what gives the kernel a SharedArrayBuffer, and that is what makes it interruptible. */
const ISOLATION: Headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const COMMON: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

export function notebookHeaders(nonce: string): Headers {
  return {
    ...COMMON,
    ...ISOLATION,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Content-Security-Policy': policy({
      'default-src': "'self'",
      'script-src': `'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'`,
      'style-src': `'self' 'nonce-${nonce}'`,
      // Rendered Markdown may carry style attributes; elements still need the nonce.
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data: blob: https:",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'frame-src': "'self' https://*.googleusercontent.com",
      'object-src': "'none'",
      'base-uri': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'playground dompurify',
    }),
  };
}

/** Output frames run whatever the user's Python displays, so they may be loose: their origin is foreign. */
export function outputFrameHeaders(): Headers {
  return { ...COMMON, ...ISOLATION, 'Cross-Origin-Resource-Policy': 'cross-origin' };
}

/** A worker takes its policy from its own response, not from the page that starts it. */
export function assetHeaders(): Headers {
  return {
    ...COMMON,
    ...ISOLATION,
    'Cache-Control': 'public, max-age=600',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': policy({
      'default-src': "'self'",
      'script-src': "'self' 'wasm-unsafe-eval'",
    }),
  };
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
