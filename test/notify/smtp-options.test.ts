import { describe, expect, it } from 'vitest';
import { smtpOptions } from '../../src/notify/smtp-options.ts';

describe('smtpOptions', () => {
  it('reads host, port and credentials', () => {
    expect(smtpOptions('smtp://ann%40example.com:p%40ss@mail.example.com:2525')).toMatchObject({
      host: 'mail.example.com',
      port: 2525,
      secure: false,
      auth: { user: 'ann@example.com', pass: 'p@ss' },
    });
  });

  it.each([
    ['smtp://mail.example.com', 587, false],
    ['smtps://mail.example.com', 465, true],
    ['smtp://[::1]:25', 25, false],
  ])('knows the usual ports: %s', (url, port, secure) => {
    expect(smtpOptions(url)).toMatchObject({ port, secure });
  });

  it.each([
    ['smtp://u:p@mail.example.com', true],
    ['smtp://u:p@mail.example.com?requireTLS=false', false],
    ['smtp://mail.example.com', false],
    ['smtp://mail.example.com?requireTLS=true', true],
    ['smtp://u:p@127.0.0.1:25', false],
    ['smtps://u:p@mail.example.com', false],
  ])('asks for STARTTLS before a password leaves the machine: %s', (url, requireTLS) => {
    expect(smtpOptions(url)?.requireTLS).toBe(requireTLS);
  });

  it('trusts certificates only as the system does, unless told otherwise', () => {
    expect(smtpOptions('smtps://mail.example.com')?.tls).toEqual({ rejectUnauthorized: true });
    expect(smtpOptions('smtps://mail.example.com?tls.rejectUnauthorized=false')?.tls).toEqual({
      rejectUnauthorized: false,
    });
  });

  it('has no opinion on what is not an SMTP URL', () => {
    for (const url of ['', 'mail.example.com', 'http://mail.example.com', 'smtp:']) expect(smtpOptions(url)).toBeNull();
  });
});
