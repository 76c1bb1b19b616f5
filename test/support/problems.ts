import type { BrowserContext } from 'playwright';

/**
 * Everything that goes wrong in the browser without failing a call: errors on a console, exceptions nobody
 * caught, and what the page's Content Security Policy or Trusted Types refused. A healthy run has none.
 */
export class Problems {
  readonly found: string[] = [];

  static async watch(context: BrowserContext): Promise<Problems> {
    const problems = new Problems();
    const note = (problem: string): void => void problems.found.push(problem);
    context.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' || /Content Security Policy|Trusted ?(Type|HTML|Script)/.test(text)) {
        note(`console: ${text} (${message.location().url})`);
      }
    });
    context.on('weberror', (error) => note(`uncaught: ${error.error().stack ?? error.error().message}`));
    await context.addInitScript(reportPolicyViolations);
    return problems;
  }
}

/** Runs in every frame, before the page's own scripts. */
function reportPolicyViolations(): void {
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = violation;
    console.error(
      `policy violation: ${effectiveDirective} blocked ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`,
    );
  });
}
