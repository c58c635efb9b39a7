import { escapeHtml } from '../../../platform/escape-html.ts';

/** The form of the stand-in, which asks for an identity. Posts to its own address. */
export const standInPage = (action: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Test mode: choose an identity</title>
<style>
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#191816;background:#f6f3ec;display:grid;place-items:center;min-height:100vh}
main{width:min(400px,calc(100vw - 32px));box-sizing:border-box;padding:32px;background:#fff;border:1px solid #e2ddd3;border-radius:6px}
h1{font:600 24px/1.25 Georgia,serif;margin:0 0 8px}p{margin:0 0 20px;color:#5f5b53}
label{display:block;margin:0 0 14px;font-size:15px}
input[type=email],input[type=text]{display:block;width:100%;box-sizing:border-box;margin-top:4px;padding:10px;font:inherit;border:1px solid #8d877a;border-radius:4px}
button{width:100%;padding:12px;border:0;border-radius:4px;background:#0f4c53;color:#fff;font:600 16px/1.25 system-ui,sans-serif;cursor:pointer}
strong{color:#822523}
</style></head><body><main>
<h1>Choose an identity</h1>
<p><strong>Test mode.</strong> This page stands in for Google: no Google client id is configured. Whatever you type is believed.</p>
<form method="post" action="${escapeHtml(action)}">
<label>Email<input type="email" name="email" required value="grace@gmail.example" autocomplete="off"></label>
<label>First name<input type="text" name="given_name" value="Grace" autocomplete="off"></label>
<label>Last name<input type="text" name="family_name" value="Hopper" autocomplete="off"></label>
<label><input type="checkbox" name="email_verified" value="no"> This address is not verified at the provider</label>
<button type="submit">Continue</button>
</form></main></body></html>`;
