import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notebookUrl } from '../../../bridge/browser/notebook-url.ts';
import { Failure } from '../../../src/notebook/failure.ts';
import { COLAB_HOSTS, SCRATCH_URL } from '../../../src/wire/colab-site.ts';
import { connectionUrl, parsePastedCaller, splitConnectionUrl } from '../../../src/wire/connection-url.ts';
import { parseCredentials } from '../../../src/wire/credentials.ts';
import { newKey, tokenOf } from '../../../src/wire/keys.ts';
import { placeAt, samePlace } from '../../../src/wire/notebook-place.ts';
import { FUZZ_TIMEOUT_MS, fuzzed, nastyText } from '../../support/fuzz.ts';

const NAMES = ['mcpProxyToken', 'mcpProxyPort', 'cellwireAgent', 'cellwireProof'];
const SECRET = 'S3cr3t-'.repeat(6);

/** Any of its letters may be encoded: a browser that reads the fragment takes that for the same name. */
const spelled = (name: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((encoded) =>
      [...name]
        .map((letter, at) => (encoded[at] ? `%${letter.charCodeAt(0).toString(16)}` : letter))
        .join(''),
    );

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES).chain(spelled) },
  { weight: 2, arbitrary: fc.constantFrom('fileId', 'scrollTo', '__proto__', '', '#', '?', '#fileId') },
  { weight: 1, arbitrary: nastyText(3) },
);
const value = fc.oneof(
  fc.constantFrom(SECRET, '8765', '0', '65536', '1e3', '0x50', '', ' 80', '%', '%zz', '%00', '+', 'a=b'),
  fc.integer({ min: 1, max: 65_535 }).map(String),
  nastyText(3),
);
const part = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(name, value).map(([key, held]) => `${key}=${held}`) },
  { weight: 3, arbitrary: fc.constantFrom(`mcpProxyToken=${SECRET}`, 'mcpProxyPort=8765') },
  { weight: 1, arbitrary: name },
  { weight: 1, arbitrary: nastyText(3) },
);
const base = fc.constantFrom(
  SCRATCH_URL,
  'https://colab.research.google.com/drive/1a?authuser=0&mcpProxyToken=no',
  'https://colab.google.com/',
  'https://user:pass@colab.research.google.com/x#',
);
const address = fc
  .tuple(base, fc.array(part, { maxLength: 8 }), fc.constantFrom('&', '&', '&', '&&', ';', '&amp;'))
  .map(([url, parts, joint]) => `${url}#${parts.join(joint)}`)
  .filter((url) => URL.canParse(url));

const keysIn = (url: string): string[] => [...new URLSearchParams(new URL(url).hash.slice(1)).keys()];

describe('whatever an address holds', () => {
  it(
    'it is read, and what is left of it names no server, and keeps no secret and the notebook',
    () => {
      let named = 0;
      fc.assert(
        fc.property(address, (url) => {
          const { caller, rest } = splitConnectionUrl(url);
          if (caller) {
            named += 1;
            expect(parseCredentials(caller.credentials.token, String(caller.credentials.port))).toEqual(
              caller.credentials,
            );
          }
          if (rest === null) return;
          expect(keysIn(rest).filter((key) => NAMES.includes(key))).toEqual([]);
          expect(splitConnectionUrl(rest)).toEqual({ caller: null, rest: null });
          const [before, after] = [placeAt(new URL(url)), placeAt(new URL(rest))];
          expect(samePlace(before, after), `${before.path} became ${after.path}`).toBe(true);
        }),
        fuzzed(2_000),
      );
      expect(named).toBeGreaterThan(40);
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'what is made of it names the server that made it, and the same notebook',
    () => {
      const agent = fc.oneof(nastyText(5), fc.string({ unit: 'binary' }));
      const port = fc.integer({ min: 1, max: 65_535 });
      fc.assert(
        fc.property(address, agent, port, fc.boolean(), (url, claimed, at, isProven) => {
          const caller = {
            credentials: { token: tokenOf(newKey()), port: at },
            // Half a character cannot be in an address.
            agent: claimed.replace(/[\ud800-\udfff]/gu, '\ufffd'),
            proof: isProven ? tokenOf(newKey()) : null,
          };
          const made = connectionUrl(url, { ...caller, agent: claimed });
          const { caller: read, rest } = splitConnectionUrl(made);
          expect(read).toEqual(caller);
          expect(keysIn(made).filter((key) => key === 'mcpProxyToken')).toHaveLength(1);
          expect(samePlace(placeAt(new URL(url)), placeAt(new URL(rest ?? '')))).toBe(true);
          expect(rest).not.toContain(caller.credentials.token);
          expect(parsePastedCaller(made)).toEqual(caller);
        }),
        fuzzed(1_200),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it('what people paste is read, or is none', () => {
    const pasted = fc.oneof(
      nastyText(10),
      address,
      fc.tuple(value, value).map(([token, port]) => `${token}&${port}`),
    );
    fc.assert(
      fc.property(pasted, (text) => {
        const read = parsePastedCaller(text);
        if (!read) return;
        const { token, port } = read.credentials;
        expect(token).toMatch(/^[\w.~-]{1,512}$/);
        expect(Number.isInteger(port) && port > 0 && port < 65_536).toBe(true);
      }),
      fuzzed(1_200),
    );
  });

  it('an agent has nothing but Colab opened', () => {
    const host = fc.oneof(
      fc.constantFrom(...COLAB_HOSTS, 'evil.example', 'colab.research.google.com.evil.example', ''),
      nastyText(2),
    );
    const scheme = fc.constantFrom('https://', 'http://', 'javascript:', 'file://', '//', 'https:\\\\', '');
    const wanted = fc.oneof(
      fc
        .tuple(scheme, fc.constantFrom('', 'colab.google.com@', ':@', '\t'), host, value)
        .map((parts) => parts.join('')),
      nastyText(10),
      address,
    );
    fc.assert(
      fc.property(wanted, (asked) => {
        let opened: URL;
        try {
          opened = new URL(notebookUrl(asked, SCRATCH_URL));
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Failure);
          return;
        }
        expect(COLAB_HOSTS).toContain(opened.host);
        expect(opened.protocol).toBe('https:');
      }),
      fuzzed(1_200),
    );
  });
});
