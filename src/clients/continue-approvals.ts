import { inEach } from './approvals.ts';
import { firstCounts, type ToolRule } from './tool-rules.ts';
import { at, texts } from './values.ts';

/** Tools of Continue's command line itself; the tools of servers stand beside them under their own names. */
const builtIn =
  /^(?:Edit|MultiEdit|Write|Read|List|Search|Bash|Fetch|Diff|Exit|Status|Checklist|AskQuestion|CheckBackgroundJob|ReportFailure|UploadArtifact)$/;

/** `permissions.yaml`: `exclude`, `ask` and `allow`, in this order (continuedev/continue, extensions/cli/src/permissions). */
export const approvedInContinue = inEach((value) => {
  const rules = (key: string, isAllowed: boolean): readonly ToolRule[] =>
    texts(at(value, key))
      // A rule about arguments does not approve the tool.
      .filter((tool) => !builtIn.test(tool) && !tool.includes('('))
      .map((tool) => ({ tool, isAllowed }));
  return firstCounts([...rules('exclude', false), ...rules('ask', false), ...rules('allow', true)], 'permissions.yaml');
});
