/**
 * The page that has a browser compute something before it is let in: plain JavaScript, which also works in clear text, where browsers
 * have no `crypto.subtle`, and nothing from elsewhere. Source: docs/reference/rules.md ("Challenge"); FIPS 180-4 (SHA-256), W3C
 * Content Security Policy Level 3 (hashes).
 */
import { createHash } from 'node:crypto';
import { challengeCookie, challengePath } from '../../core/challenge-paths.ts';
import type { RuleAnswer } from '../../rules/actions/action.ts';

const style = 'body{font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:20vh auto;padding:0 1em}';

/** `find(text, bits)` is a number that, behind the text, has a SHA-256 that begins with so many zero bits. */
export const solverScript: string = `function solver(text,bits){
var K=[],H=[],W=[],n=0,i,c,x,y;
for(c=2;n<64;c++){for(i=2;i*i<=c&&c%i;i++);if(i*i>c){if(n<8)H[n]=Math.pow(c,1/2)*4294967296|0;K[n++]=Math.pow(c,1/3)*4294967296|0}}
function r(v,by){return v>>>by|v<<32-by}
function first(s){
for(i=0;i<16;i++)W[i]=0;
for(i=0;i<s.length;i++)W[i>>2]|=s.charCodeAt(i)<<24-i%4*8;
W[s.length>>2]|=128<<24-s.length%4*8;W[15]=s.length*8;
var a=H[0],b=H[1],d=H[2],e=H[3],f=H[4],g=H[5],h=H[6],k=H[7];
for(i=0;i<64;i++){
if(i>15){x=W[i-15];y=W[i-2];W[i]=W[i-16]+(r(x,7)^r(x,18)^x>>>3)+W[i-7]+(r(y,17)^r(y,19)^y>>>10)|0}
x=k+(r(f,6)^r(f,11)^r(f,25))+(f&g^~f&h)+K[i]+W[i]|0;
y=(r(a,2)^r(a,13)^r(a,22))+(a&b^a&d^b&d)|0;
k=h;h=g;g=f;f=e+x|0;e=d;d=b;b=a;a=x+y|0}
return a+H[0]|0}
var at=0;
return function(most){for(var end=at+most;at<end;at++)if(first(text+at)>>>32-bits===0)return at;return -1}}
`;

/** Where a solved puzzle isn't enough, as with too many cookies of a neighbour's, the page must not solve and reload on and on. */
const script = `${solverScript}(function(){
var b=document.body,say=document.getElementById('say'),find=solver(b.dataset.text,+b.dataset.bits);
function fail(){say.textContent='This did not work. Reload the page to try again.'}
function done(answer){
fetch('${challengePath}?token='+encodeURIComponent(b.dataset.token)+'&answer='+answer,{method:'POST',credentials:'same-origin'}).then(function(r){
if(!r.ok)return fail();
if(document.cookie.indexOf('${challengeCookie}=')<0)say.textContent='Allow cookies for this site, then reload the page.';
else{
try{if(Date.now()-sessionStorage.getItem('${challengeCookie}')<20000)return fail();sessionStorage.setItem('${challengeCookie}',Date.now())}catch(e){}
location.reload()}},fail)}
function turn(){var answer=find(4000);if(answer<0)setTimeout(turn,0);else done(answer)}
if(!navigator.cookieEnabled)say.textContent='Allow cookies for this site, then reload the page.';
else setTimeout(turn,0)})()`;

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export const pageFields: string =
  'Content-Type: text/html; charset=utf-8\r\nCache-Control: private, no-store\r\n' +
  `Content-Security-Policy: default-src 'none'; script-src ${sourceOf(script)}; style-src ${sourceOf(style)}; connect-src 'self'; ` +
  "base-uri 'none'; form-action 'none'\r\nX-Content-Type-Options: nosniff\r\nX-Robots-Tag: noindex\r\n";

/** `text` is what the answer is put behind; it and `token` have only characters of base64url and dots. */
export function challengePage(token: string, text: string, bits: number): RuleAnswer {
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>One moment</title>
<style>${style}</style>
<body data-token="${token}" data-text="${text}" data-bits="${bits}">
<h1>One moment</h1>
<p id="say" role="status">Your browser is solving a small puzzle that keeps robots out. This takes a few seconds.</p>
<noscript><p>The puzzle needs JavaScript. Turn it on for this site, then reload the page.</p></noscript>
<script>${script}</script>
`;
  return { status: 403, fields: pageFields, body, failure: 'challenge_required' };
}
