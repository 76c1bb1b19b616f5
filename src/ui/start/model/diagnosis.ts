import type { LinkState } from '../../../wire/messages.ts';
import type { TabState } from '../../../wire/pushed-state.ts';
import { linkDetail, linkTone, linkWord } from '../../shared/state-line.ts';
import { visibleText } from '../../shared/visible-text.ts';
import { serverWord, timeWord } from './bridge-line.ts';
import type { Facts } from './facts.ts';

export type Grade = 'ok' | 'warning' | 'failure';

/** One thing that was looked at. */
export interface Check {
  id: string;
  grade: Grade;
  /** What it is about. */
  title: string;
  /** How it stands. */
  words: string;
  /** What to do about it; null where there is nothing to do. */
  mend: string | null;
}

const RELOAD =
  'Reload the notebook’s tab. If that does not help, switch Cellwire off and on again on the page of extensions.';

/** How Cellwire stands in this browser, seen from its own side. `cellwire doctor` sees it from the other. */
export function diagnose(facts: Facts): Check[] {
  return [
    extension(facts),
    browser(facts),
    sites(facts),
    server(facts),
    notebooks(facts),
    ...linkDocument(facts),
    ...headerRules(facts),
    ...consents(facts),
    ...links(facts),
    ...failures(facts),
  ];
}

const ok = (id: string, title: string, words: string): Check => ({
  id,
  grade: 'ok',
  title,
  words,
  mend: null,
});

const bad = (check: Check, grade: Grade, words: string, mend: string): Check => ({
  ...check,
  grade,
  words,
  mend,
});

const extension = ({ version }: Facts): Check => ok('extension', 'Extension', `Cellwire ${version}`);

function browser({ browser, browserVersion, oldestBrowser }: Facts): Check {
  const check = ok('browser', 'Browser', browser);
  if (browserVersion === null || oldestBrowser === null || browserVersion >= oldestBrowser) return check;
  return bad(
    check,
    'failure',
    browser,
    `Update the browser: Cellwire needs version ${oldestBrowser} or newer.`,
  );
}

function sites({ missingSites }: Facts): Check {
  const check = ok('sites', 'Permissions', 'Colab’s pages and this computer can be reached.');
  if (missingSites.length === 0) return check;
  const words = `The browser keeps these from Cellwire: ${missingSites.join(', ')}`;
  const mend =
    'Press “Give access”, then reload Colab’s tabs. If the browser does not ask, whoever manages it decides.';
  return bad(check, 'failure', words, mend);
}

function server({ states, lastMet }: Facts): Check {
  const open = linksIn(states).filter(({ phase }) => phase === 'open');
  const check = ok('server', 'Server', 'None was ever met in this browser.');
  if (open.length > 0) {
    const isOurs = open.some(({ isOurBridge }) => isOurBridge);
    return { ...check, words: `${serverWord(isOurs)} is connected.` };
  }
  if (lastMet) {
    const words = `${serverWord(lastMet.isOurBridge)} was here last on ${timeWord(lastMet.at)}. It ends with your agent.`;
    return { ...check, words };
  }
  const mend =
    'Add it to your agent with npx cellwire setup, start the agent anew, and say “Connect to Colab”. npx cellwire doctor looks at that side.';
  return bad(check, 'warning', check.words, mend);
}

function notebooks({ colabTabs, silentTabs }: Facts): Check {
  const count = `${colabTabs} ${colabTabs === 1 ? 'tab shows' : 'tabs show'} Colab`;
  const check = ok('notebooks', 'Colab’s tabs', colabTabs === 0 ? 'No tab shows Colab.' : `${count}.`);
  if (silentTabs === 0) return check;
  const mend = 'Reload what was open before Cellwire was installed or updated. Save what is not saved first.';
  return bad(check, 'warning', `${count}; Cellwire is missing in ${silentTabs}.`, mend);
}

function linkDocument({ states, hasLinkDocument }: Facts): Check[] {
  if (hasLinkDocument === null) return [];
  const check = ok('document', 'Offscreen document', 'Open: it holds the sockets.');
  if (hasLinkDocument) return [check];
  if (linksIn(states).length === 0) return [{ ...check, words: 'Closed: there is no link to hold.' }];
  return [bad(check, 'failure', 'Gone, and the links with it.', RELOAD)];
}

/** Without it, servers refuse us: they take Colab's origin alone. */
function headerRules({ states, rulePorts }: Facts): Check[] {
  if (rulePorts === null) return [];
  const ports = [...new Set(linksIn(states).map(({ port }) => port))];
  const missing = ports.filter((port) => !rulePorts.includes(port));
  const check = ok('rules', 'Header rules', 'None is needed now.');
  if (missing.length > 0) return [bad(check, 'failure', `Missing for port ${missing.join(', ')}.`, RELOAD)];
  return [ports.length === 0 ? check : { ...check, words: `In place for port ${ports.join(', ')}.` }];
}

function consents({ states }: Facts): Check[] {
  const ports = [...new Set(states.flatMap(({ waitingForConsent }) => waitingForConsent))];
  return ports.map((port) => {
    const check = ok(`consent-${port}`, 'Consent', `A program on port ${port} waits for your answer.`);
    const mend = 'Answer in the notebook’s tab. Reload the tab if it shows no question.';
    return bad(check, 'warning', check.words, mend);
  });
}

function links({ states }: Facts): Check[] {
  return linksIn(states).map((link) => {
    const words = `${visibleText(link.agent)}, port ${link.port}: ${linkWord(link).toLowerCase()}.`;
    const check = ok(`link-${link.linkId}`, 'Link', words);
    const detail = linkDetail(link);
    if (link.refused !== null)
      return bad(check, 'warning', words, 'Press “Connect again” in the popup or the panel to let it back.');
    if (linkTone(link) === 'trouble') return bad(check, 'failure', `${words} ${detail}`, mendOf(link));
    // Connected, and something to say all the same: one of the two is out of date.
    if (link.phase === 'open') return detail === null ? check : bad(check, 'warning', words, detail);
    return bad(check, 'warning', words, 'Wait a moment. If it stays so, reload the notebook’s tab.');
  });
}

function mendOf({ phase }: LinkState): string {
  if (phase === 'server-busy')
    return 'Disconnect it from the other notebook, or close that one: this kind of server takes one at a time.';
  return 'Start your agent again, or let it connect anew: say “Connect to Colab”.';
}

function failures({ failures: all }: Facts): Check[] {
  const none = ok('dialling', 'Dialling', 'No failure since the browser started.');
  if (all.length === 0) return [none];
  return all.toReversed().map(({ port, words, at, times }) => {
    const check = { ...none, id: `dial-${port}-${words}` };
    const often = times > 1 ? `, ${times} times` : '';
    const mend =
      'Nothing, if it was connected since. Otherwise start your agent again and let it connect anew.';
    return bad(check, 'warning', `${timeWord(at)}, port ${port}${often}: ${visibleText(words)}`, mend);
  });
}

const linksIn = (states: readonly TabState[]): LinkState[] => states.flatMap(({ links }) => links);
