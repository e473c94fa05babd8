import { constantCursorNewContent } from './constant-cursor-new-content.ts';
import { constantCursorSamePage } from './constant-cursor-same-page.ts';
import { deepNesting } from './deep-nesting.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { duplicateNames } from './duplicate-names.ts';
import { diesAtStart, diesBetweenPages, exitsOnDiscover } from './dying-children.ts';
import { emptyCursor } from './empty-cursor.ts';
import { emptyResults } from './empty-results.ts';
import { endlessPages } from './endless-pages.ts';
import { failingPage } from './failing-page.ts';
import { fractionalTtl } from './fractional-ttl.ts';
import { hanging, hangingList } from './hanging.ts';
import type { HostileCase } from './hostile-case.ts';
import { htmlAnswers, htmlList } from './html-answers.ts';
import { http401, http403, http404, http500 } from './http-errors.ts';
import { invalidHeaderName } from './invalid-header-name.ts';
import {
  listenCut,
  listenEmpty,
  listenLimitReached,
  listenRefused,
  listenRefusedWith404,
  listenUnacknowledged,
  noGetStream,
} from './listening-troubles.ts';
import { loneSurrogate } from './lone-surrogate.ts';
import { lostSession } from './lost-session.ts';
import { missingResultType } from './missing-result-type.ts';
import { namelessTool } from './nameless-tool.ts';
import { negativeTtl } from './negative-ttl.ts';
import { noisyChild } from './noisy-child.ts';
import { nonFiniteNumber } from './non-finite-number.ts';
import { nullTool } from './null-tool.ts';
import { numberTool } from './number-tool.ts';
import { numericName } from './numeric-name.ts';
import { grandchild, grandchildHoldsStdout, stubbornChild } from './process-trees.ts';
import { protoProperty } from './proto-property.ts';
import { stringTool } from './string-tool.ts';
import { unfinishedBody } from './unfinished-body.ts';
import { unknownToolKeys } from './unknown-tool-keys.ts';

/** Odd definitions: the reading is complete all the same. */
export const oddDefinitions: readonly HostileCase[] = [
  unknownToolKeys,
  invalidHeaderName,
  nullTool,
  numberTool,
  stringTool,
  namelessTool,
  numericName,
  duplicateNames,
  duplicateKeys,
  protoProperty,
  loneSurrogate,
  nonFiniteNumber,
  deepNesting,
];

/** Odd results around the definitions. */
export const oddResults: readonly HostileCase[] = [negativeTtl, fractionalTtl, missingResultType];

/** Odd ways from page to page. */
const oddPages: readonly HostileCase[] = [
  emptyCursor,
  constantCursorNewContent,
  constantCursorSamePage,
  failingPage,
  diesBetweenPages,
  endlessPages,
];

/** Servers that give no list, or not at once, or shake hands oddly. */
const brokenServers: readonly HostileCase[] = [
  htmlAnswers,
  htmlList,
  http401,
  http403,
  http404,
  http500,
  hanging,
  hangingList,
  unfinishedBody,
  lostSession,
  emptyResults,
];

/** Children that behave badly as processes. */
const badChildren: readonly HostileCase[] = [
  diesAtStart,
  exitsOnDiscover,
  noisyChild,
  grandchild,
  grandchildHoldsStdout,
  stubbornChild,
];

/** Servers that list well and notify badly. */
export const listeningTroubles: readonly HostileCase[] = [
  listenRefused,
  listenRefusedWith404,
  listenLimitReached,
  listenEmpty,
  listenUnacknowledged,
  listenCut,
  noGetStream,
];

export const hostileCases: readonly HostileCase[] = [
  ...oddDefinitions,
  ...oddResults,
  ...oddPages,
  ...brokenServers,
  ...badChildren,
  ...listeningTroubles,
];
