/** Certificates that serve nobody, made by test/support/certificate-maker.ts, which needs Node. */

/** `shop.example.com` and `*.shop.example.com`, EC, from 2026-02-01 to 2027-02-01 12:30, by {@link authorityPem}. */
export const leafPem = `-----BEGIN CERTIFICATE-----
MIIBfTCCASOgAwIBAgIQQFsPdyGXyFi6zGwcWdujIDAKBggqhkjOPQQDAjAtMRYw
FAYDVQQKDA1FeGFtcGxlIFRydXN0MRMwEQYDVQQDDApFeGFtcGxlIENBMCIYDzIw
MjYwMjAxMDAwMDAwWhgPMjAyNzAyMDExMjMwMDBaMBsxGTAXBgNVBAMMEHNob3Au
ZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ78YnfLQgkG1Pb
uIegj3UFNl2KLvJv3wlq5ixD8M2ereRWHUASI1kmDvnhl0LTeIkedGVxFtgsl0Kw
lA+m+rVPozMwMTAvBgNVHREEKDAmghBzaG9wLmV4YW1wbGUuY29tghIqLnNob3Au
ZXhhbXBsZS5jb20wCgYIKoZIzj0EAwIDSAAwRQIgSQqtL8j3vrkVFXyh4gTMvSz1
Qc1nWsLi3eh39I1O0A8CIQDq3DOA/2Yx0fVVb4ykrEkYn7q5dsAjxqNk1K+0HFtE
kw==
-----END CERTIFICATE-----
`;

/** `CN=Example CA,O=Example Trust`. */
export const authorityPem = `-----BEGIN CERTIFICATE-----
MIIBbDCCARKgAwIBAgIQRd9bxxy9M5jyO9JX+M40ezAKBggqhkjOPQQDAjAtMRYw
FAYDVQQKDA1FeGFtcGxlIFRydXN0MRMwEQYDVQQDDApFeGFtcGxlIENBMCIYDzIw
MjYwMTAxMDAwMDAwWhgPMjAzNjAxMDEwMDAwMDBaMC0xFjAUBgNVBAoMDUV4YW1w
bGUgVHJ1c3QxEzARBgNVBAMMCkV4YW1wbGUgQ0EwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATTJwWfLLjv/bc5PEj+afPLT6RLSP0SotAvaEd8e5P7ENS1JDOEKRGP
l1lqWaFOOhic3ifYeZ75mOv3o3HmAEJGoxAwDjAMBgNVHRMEBTADAQH/MAoGCCqG
SM49BAMCA0gAMEUCIQDZoVJ3EdgJ5iTjxOlPhRhGhwU5qsG+uINTNx5QIE4sBwIg
I99kQAYJ0c4f9pDK2vduggEN2fVufOsIGe8Nf7044PA=
-----END CERTIFICATE-----
`;

/** Its times have parts of seconds, which some authorities write though RFC 5280 forbids it. */
export const precisePem = `-----BEGIN CERTIFICATE-----
MIIBZTCCAQugAwIBAgIQapq1ZPWxKP1B06ReaNlWHjAKBggqhkjOPQQDAjAeMRww
GgYDVQQDDBNwcmVjaXNlLmV4YW1wbGUuY29tMCcYETIwMjYwMjAxMDAwMDAwLjVa
GBIyMDI3MDIwMTEyMzAwMC4yNVowHjEcMBoGA1UEAwwTcHJlY2lzZS5leGFtcGxl
LmNvbTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABMCtJ44HunCk+Lwz8LBqlRFL
wfJ7p3b5f4dskPLzINVZ9FnKY098e3IbDqQuHbRx5sKPw1fHMt62gWuZRTDajj6j
IjAgMB4GA1UdEQQXMBWCE3ByZWNpc2UuZXhhbXBsZS5jb20wCgYIKoZIzj0EAwID
SAAwRQIgDd0phsy7PHICz5AQiXUzV0q6i7NV2/XtRvcBhdI+RTsCIQC3vquyvtcI
zs2SrWzuKPCY1LnhTCNlC/wlGYryGWy/wQ==
-----END CERTIFICATE-----
`;

const keyLabel = 'PRIVATE KEY';

/** Like a PKCS #8 key on P-256, but all zeros: no key of anybody stands in this repository. */
export const keyPem: string = [
  `-----BEGIN ${keyLabel}-----`,
  `MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg${'A'.repeat(16)}`,
  `-----END ${keyLabel}-----\n`,
].join('\n');
