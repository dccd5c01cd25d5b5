import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Where specs' passkeys are made. */
export const PASSKEY_HOST = 'rates.example.com';
export const PASSKEY_ORIGIN = `https://${PASSKEY_HOST}`;

/** An authenticator that signs whatever it is asked to, as no real one does: what a site may ask for, browsers see to. */
export class SoftAuthenticator {
  readonly id = randomBytes(16);
  counter = 0;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  create(challenge: string, origin = PASSKEY_ORIGIN, rpId = PASSKEY_HOST) {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const [head, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
    const key = Buffer.concat([head, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')]);
    const authData = Buffer.concat([this.data(rpId, 0x41), Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const parts = [
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
    ];
    const rest = [
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, authData.length]),
    ];
    const attestationObject = Buffer.concat([...parts, ...rest, authData]).toString('base64url');
    return this.credential({ clientDataJSON: clientData('webauthn.create', challenge, origin), attestationObject });
  }

  get(challenge: string, origin = PASSKEY_ORIGIN, rpId = PASSKEY_HOST, key: KeyObject = this.keys.privateKey) {
    this.counter++;
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const data = this.data(rpId, 0x01);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([data, hash]), key).toString('base64url');
    return this.credential({ clientDataJSON, authenticatorData: data.toString('base64url'), signature });
  }

  private data(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }

  private credential<R extends object>(response: R) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, response };
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}
