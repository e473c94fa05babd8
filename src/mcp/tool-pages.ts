import { own, type Json } from '../core/json.ts';

/**
 * The URIs of the pages behind `tools`: MCP Apps (`_meta.ui.resourceUri`, and the flat key that it replaced) and the
 * OpenAI Apps SDK (`openai/outputTemplate`). A client shows such a page beside the chat and lets it call tools.
 */
export function toolPagesOf(tools: readonly Json[]): readonly string[] {
  const uris = tools.flatMap((tool) => {
    const meta = own(tool, '_meta');
    return [own(own(meta, 'ui'), 'resourceUri'), own(meta, 'ui/resourceUri'), own(meta, 'openai/outputTemplate')];
  });
  return [...new Set(uris.filter((uri) => typeof uri === 'string'))];
}
