const mono = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";
const badge =
  'display:inline-block;padding:2px 7px;border-radius:4px;font-size:12px;font-weight:700;letter-spacing:.04em;vertical-align:2px';

/** Inline, for clients that drop `<style>`. Values hold no double quote: they stand in attributes. */
export const styles = {
  page: "margin:0;padding:16px;background:#f3f4f6;color:#1f2328;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  sheet:
    'max-width:720px;margin:0 auto;padding:20px 24px;background:#ffffff;border:1px solid #d0d7de;border-radius:8px;overflow-wrap:anywhere',
  heading: 'margin:0 0 12px;font-size:20px;line-height:1.35',
  headline: 'margin:0 0 12px;font-size:16px;font-weight:600',
  finding: 'margin:28px 0 6px;padding-top:16px;border-top:1px solid #d0d7de;font-size:16px;line-height:1.4',
  line: 'margin:12px 0',
  sentence: 'margin:6px 0;padding-left:16px;text-indent:-16px',
  facts: 'margin:10px 0;border-collapse:collapse',
  factLabel: 'padding:1px 16px 1px 0;font-size:13px;color:#59636e;vertical-align:top;white-space:nowrap',
  factValue: `padding:1px 0;vertical-align:top;font-size:13px;${mono}`,
  label: 'margin:14px 0 4px;font-size:13px;color:#59636e',
  diff: `border:1px solid #d0d7de;border-radius:6px;font-size:13px;line-height:1.5;${mono}`,
  hunk: 'padding:8px 12px;white-space:pre-wrap;overflow-wrap:anywhere',
  removed: 'background:#ffd7d5;color:#82071e;text-decoration:line-through',
  added: 'background:#aceebb;color:#044f1e;text-decoration:none;font-weight:600',
  omitted: 'color:#59636e',
  command: `margin:0;padding:8px 12px;background:#f3f4f6;border-radius:6px;font-size:13px;white-space:pre-wrap;overflow-wrap:anywhere;${mono}`,
  critical: `${badge};background:#82071e;color:#ffffff`,
  high: `${badge};background:#cf222e;color:#ffffff`,
  medium: `${badge};background:#9a6700;color:#ffffff`,
  low: `${badge};background:#0969da;color:#ffffff`,
  info: `${badge};background:#59636e;color:#ffffff`,
} as const;

export type StyleName = keyof typeof styles;

const dark: Readonly<Partial<Record<StyleName, string>>> = {
  page: 'background:#0d1117;color:#e6edf3',
  sheet: 'background:#161b22;border-color:#30363d;color:#e6edf3',
  finding: 'border-color:#30363d',
  factLabel: 'color:#9198a1',
  label: 'color:#9198a1',
  diff: 'border-color:#30363d',
  removed: 'background:#67060c;color:#ffdcd7',
  added: 'background:#0f5323;color:#c8f7d4',
  omitted: 'color:#9198a1',
  command: 'background:#0d1117;color:#e6edf3',
};

/** Overrides for dark mode; `!important` because they stand against inline styles. */
export function darkCss(): string {
  const rules = Object.entries(dark).map(([name, style]) => `.${name}{${style.replaceAll(/(?=;|$)/g, '!important')}}`);
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}
