import { AppError, siteJwks, siteScreenJwks, texts } from '@sarafa/contracts';
import { Bus, Health, StatePublisher } from '@sarafa/server';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthConfig } from '../auth.config.js';
import { AUTH_CONFIG } from '../auth.tokens.js';
import type { SigningKey } from './key-ring.schema.js';
import { type Signer, SigningKeys } from './signing-keys.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

/** Signs the tokens of admins and shops. */
@Injectable()
export class PeoplesKeys extends SigningKeys {
  constructor(
    repository: SigningKeysRepository,
    state: StatePublisher,
    @Inject(AUTH_CONFIG) config: AuthConfig,
    health: Health,
    bus: Bus,
  ) {
    super('ring', siteJwks, repository, state, config, health, bus);
  }

  protected adopted(): Promise<SigningKey[]> {
    return Promise.resolve([]);
  }

  protected borrowed(): Promise<Signer> {
    return Promise.reject(new AppError('UNAVAILABLE', texts.errors.partDown));
  }
}

/** Signs the tokens of screens, so that no screen is lost when people's keys have to be removed. */
@Injectable()
export class ScreensKeys extends SigningKeys {
  constructor(
    repository: SigningKeysRepository,
    state: StatePublisher,
    @Inject(AUTH_CONFIG) config: AuthConfig,
    health: Health,
    bus: Bus,
    private readonly people: PeoplesKeys,
  ) {
    super('screens', siteScreenJwks, repository, state, config, health, bus);
  }

  /**
   * The release before signs screens' tokens with people's keys, and its gateways know no others. So the ring has the public halves of
   * people's keys too where one of them is that release's, also after a rollback. They go by the rule that all keys go by.
   */
  protected async adopted(): Promise<SigningKey[]> {
    const keys = (await this.repository.find('ring'))?.keys ?? [];
    if (!keys.some(({ jwk }) => jwk.d)) return [];
    return keys.map(({ kid, jwk: { d: _, ...jwk }, signs_from }) => ({ kid, jwk, is_peoples: true, signs_from }));
  }

  protected borrowed(): Promise<Signer> {
    return this.people.signing();
  }
}
