import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@sarafa/contracts';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { UsersConfig } from '../users.config.js';
import { USERS_CONFIG } from '../users.tokens.js';
import { FactorDeadline } from '../factors/factor-deadline.js';
import { AccountsPublisher } from './accounts.publisher.js';
import { AccountsRepository, type NewAccount } from './accounts.repository.js';
import { Passwords } from './passwords.js';

const DEMO_USERNAME = 'demo';
const RETRY_MS = 1_000;

/**
 * Makes the first admin and, if configured, a demo shop before the service counts as started, so that whoever waits for the
 * start finds both. Of replicas that start at once only one makes them. Modules are initialised before this replica's publisher
 * sweeps for the first time, so its sweep can't come between the making of the admin and the telling of its password.
 */
@Injectable()
export class FirstStart implements OnModuleInit {
  private readonly log = new Logger(FirstStart.name);
  private first?: { readonly password: string; readonly password_hash: string };

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly publisher: AccountsPublisher,
    private readonly passwords: Passwords,
    private readonly deadline: FactorDeadline,
    @Inject(USERS_CONFIG) private readonly config: UsersConfig,
  ) {}

  async onModuleInit(): Promise<void> {
    while (!(await this.isDone())) await sleep(RETRY_MS);
  }

  /** False when the database could not be reached. */
  private async isDone(): Promise<boolean> {
    try {
      await this.ensureAdmin();
      await this.deadline.prepare();
      if (this.config.DEMO_SHOP) await this.ensureDemoShop();
      return true;
    } catch (error) {
      this.log.warn(`Not yet: ${String(error)}`);
      return false;
    }
  }

  private async ensureAdmin(): Promise<void> {
    const { ADMIN_USERNAME: username, ADMIN_PASSWORD } = this.config;
    const admin = (await this.accounts.hasRole('admin'))
      ? await this.madeUnnoticed(username)
      : await this.createAdmin(username);
    if (!admin) return;
    const { password } = this.first!;
    delete this.first;
    if (process.send) process.send({ type: 'first-admin', username, ...(ADMIN_PASSWORD ? {} : { password }) });
    // Not written through the logger, because logs are collected and kept.
    else if (!ADMIN_PASSWORD) process.stdout.write(`First admin: ${username}, password: ${password} (shown only now)\n`);
    await this.publisher.publishSoon(admin);
  }

  private async createAdmin(username: string) {
    const password = this.config.ADMIN_PASSWORD ?? newPassword();
    // The same at each try, because one whose answer was lost may have made the admin.
    this.first ??= { password, password_hash: await this.passwords.hash(password) };
    return this.createUnlessTaken({ role: 'admin', username, password_hash: this.first.password_hash });
  }

  /** The admin whom an earlier try of this process has made, though the database's answer didn't come. */
  private async madeUnnoticed(username: string) {
    const admin = this.first && (await this.accounts.findByUsername(username));
    return admin?.password_hash === this.first?.password_hash ? admin : undefined;
  }

  private async ensureDemoShop(): Promise<void> {
    const shop = (await this.accounts.findByUsername(DEMO_USERNAME)) ?? (await this.createDemoShop());
    if (shop) process.send?.({ type: 'demo-shop', id: shop.id as string });
  }

  /** Not beside other shops: an admin may have deleted it, or given it another username. */
  private async createDemoShop() {
    if (await this.accounts.hasRole('user')) return undefined;
    const shop = await this.createUnlessTaken({
      role: 'user',
      username: DEMO_USERNAME,
      // Nobody knows this password: an admin sets another one.
      password_hash: await this.passwords.hash(newPassword()),
      shop_name: 'Mahalaxmi Jewellers',
      logo_url: '/brand/demo-shop-logo.svg',
      dynamic_price_interval: 1,
    });
    if (shop) await this.publisher.publishSoon(shop);
    return shop;
  }

  /** Undefined when another replica was faster. */
  private async createUnlessTaken(account: NewAccount) {
    try {
      return await this.accounts.create(account);
    } catch (error) {
      if (error instanceof AppError && error.code === 'CONFLICT') return undefined;
      throw error;
    }
  }
}

/** 120 bits in characters that are easy to read aloud. */
function newPassword(): string {
  return randomBytes(15).toString('base64url');
}
