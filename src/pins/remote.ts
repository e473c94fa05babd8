import { pin, type Pin } from './pin.ts';

/** No version in an address or in what a server says of itself binds whoever runs it. */
export function judgeRemote(url: string): Pin {
  return pin('remote', url, 'whoever runs it may change its tools at any time; watching it is all that can be done', {
    operand: url,
    url,
  });
}
