/** What is done in another way in Firefox: the file in its place. */
export const TWINS: Record<string, string> = {
  'background/header-rule.ts': 'background/firefox/header-rule.ts',
  'background/link-document.ts': 'background/firefox/link-document.ts',
  'background/own-data.ts': 'background/firefox/own-data.ts',
  'background/show-panel.ts': 'background/firefox/show-panel.ts',
  'background/visit-headers.ts': 'background/firefox/visit-headers.ts',
  'src/ui/shared/open-panel.ts': 'src/ui/firefox/open-panel.ts',
  'src/ui/start/model/platform.ts': 'src/ui/firefox/platform.ts',
};
