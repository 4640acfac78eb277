/** A mail server in a process of its own, which refuses what is larger than its first argument (bytes) for good. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

const most = Number(process.argv[2]);
let taken = 0;
let refused = 0;
let largest = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData(stream, _session, done) {
    let bytes = 0;
    stream.on('data', (piece: Buffer) => (bytes += piece.length));
    stream.on('end', () => {
      const isTaken = bytes <= most;
      if (isTaken) taken += 1;
      else refused += 1;
      largest = Math.max(largest, bytes);
      process.send!({ taken, refused, largest });
      done(isTaken ? null : Object.assign(new Error('5.3.4 message too big'), { responseCode: 552 }));
    });
  },
});
server.on('error', () => undefined);
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');
process.send!({ port: (server.server.address() as AddressInfo).port });
process.once('disconnect', () => process.exit());
