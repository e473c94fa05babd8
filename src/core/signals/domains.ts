/** Suffixes below which anybody may register or publish, beside the country codes with a general second level. */
const shared = new Set(
  (
    'github.io gitlab.io githubusercontent.com githubpreview.dev pages.dev workers.dev r2.dev vercel.app netlify.app ' +
    'netlify.com herokuapp.com onrender.com fly.dev railway.app up.railway.app deno.dev web.app firebaseapp.com ' +
    'appspot.com run.app cloudfunctions.net azurewebsites.net cloudapp.azure.com blob.core.windows.net azureedge.net ' +
    'azurestaticapps.net amazonaws.com s3.amazonaws.com execute-api.amazonaws.com on.aws cloudfront.net amplifyapp.com ' +
    'elasticbeanstalk.com digitaloceanspaces.com ondigitalocean.app ngrok.io ngrok.app ngrok-free.app trycloudflare.com ' +
    'loca.lt serveo.net surge.sh glitch.me repl.co replit.app replit.dev hf.space streamlit.app blogspot.com ' +
    'wordpress.com tumblr.com weebly.com wixsite.com webflow.io myshopify.com notion.site gitbook.io readthedocs.io ' +
    'duckdns.org no-ip.org ddns.net dyndns.org hopto.org zapto.org nip.io sslip.io pipedream.net m.pipedream.net ' +
    'webhook.site beeceptor.com requestbin.net ts.net supabase.co pythonanywhere.com val.run web.val.run bubbleapps.io'
  ).split(' '),
);

/** `co.uk`, `com.br`, `ac.jp`. */
const generalSecondLevel =
  /^(?:co|com|org|net|ac|edu|gov|gob|gub|go|or|ne|mil|id|ltd|plc|me|nom|sch|in|web|firm|info)$/;

/** Names that nobody can have or that only documentation uses (RFC 2606, RFC 6761), and homes of standards. */
const documentation = new Set(
  (
    'example.com example.net example.org localhost github.com json-schema.org w3.org ietf.org rfc-editor.org iana.org ' +
    'iso.org unicode.org schema.org wikipedia.org mozilla.org modelcontextprotocol.io whatwg.org ecma-international.org'
  ).split(' '),
);
const reserved = /(?:^|\.)(?:localhost|internal|local|home\.arpa)$/;

/**
 * The domain that one registrant has, of a host name in lower case: `a.b.example.co.uk` is `example.co.uk`, `evil.github.io`
 * itself. An approximation without the whole Public Suffix List (https://publicsuffix.org), which would be as large as the
 * rest of the program and as old as its last release: it decides about a rank, never about whether a change is told.
 */
export function registrableDomain(host: string): string {
  const labels = host.replace(/\.+$/, '').split('.');
  if (/^\d+$/.test(labels.at(-1) ?? '') || host.includes(':')) return host;
  const isCountry = labels.at(-1)?.length === 2 && generalSecondLevel.test(labels.at(-2) ?? '');
  let count = isCountry ? 3 : 2;
  for (const length of [3, 2]) {
    if (!shared.has(labels.slice(-length).join('.'))) continue;
    count = length + 1;
    break;
  }
  return labels.slice(-count).join('.');
}

/** True for what cannot be anybody's server, and for where everybody documents. */
export function isDocumentation(domain: string): boolean {
  return documentation.has(domain) || reserved.test(domain) || /^127\.|^0\.0\.0\.0$/.test(domain);
}
