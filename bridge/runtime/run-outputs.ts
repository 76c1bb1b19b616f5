import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { Failure } from '../../src/notebook/failure.ts';
import { readOutput } from '../../src/resources/read-resource.ts';
import { outputTemplate, parseResourceUri, pictureTemplate } from '../../src/resources/resource-uri.ts';
import type { Runner } from '../../src/runs/runner.ts';

/** What runs have shown, to be read whole: the only resources where there is no notebook. */
export function askForRunOutputs(id: string, runs: Runner) {
  return async (method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> => {
    if (method === 'resources/list') return { resources: [] };
    if (method === 'resources/templates/list') {
      return {
        resourceTemplates: [
          {
            uriTemplate: outputTemplate(id),
            name: 'output',
            title: 'The text of an output of a run, page by page',
            mimeType: 'text/plain',
          },
          {
            uriTemplate: pictureTemplate(id),
            name: 'picture',
            title: 'A picture of a run as the code made it',
          },
        ],
      };
    }
    if (method !== 'resources/read') {
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    }
    const uri = typeof params.uri === 'string' ? params.uri : '';
    const address = parseResourceUri(uri);
    if (address?.kind !== 'output' || address.notebookId !== id) throw new ResourceNotFoundError(uri);
    try {
      return { contents: [readOutput(uri, address, runs)] };
    } catch (thrown) {
      const { kind, message, next } = Failure.from(thrown);
      const text = `${kind}: ${message} ${next}`;
      throw kind === 'not_found' ? new ResourceNotFoundError(uri, text) : new ProtocolError(-32000, text);
    }
  };
}
