import { amazonQ } from './amazon-q.ts';
import { amp } from './amp.ts';
import { antigravity } from './antigravity.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import type { Client } from './client.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueDev } from './continue.ts';
import { copilotCli } from './copilot-cli.ts';
import { crush } from './crush.ts';
import { cursor } from './cursor.ts';
import { factory } from './factory.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { jetbrains } from './jetbrains.ts';
import { kilo } from './kilo.ts';
import { kiro } from './kiro.ts';
import { lmStudio } from './lm-studio.ts';
import { opencode } from './opencode.ts';
import { roo } from './roo.ts';
import { vscode } from './vscode.ts';
import { warp } from './warp.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

/** Every client that tooldrift knows the files of. */
export const allClients: readonly Client[] = [
  ...[claudeCode, claudeDesktop, cursor, vscode, copilotCli, windsurf, zed, codex, geminiCli, cline, roo, kilo],
  ...[continueDev, goose, lmStudio, jetbrains, amazonQ, kiro, opencode, crush, warp, amp, antigravity, factory],
];
