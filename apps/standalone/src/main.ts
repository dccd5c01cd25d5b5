import 'reflect-metadata';
import { authApp } from '@sarafa/auth';
import { gatewayApp } from '@sarafa/gateway';
import { mediaApp } from '@sarafa/media';
import { pricingApp } from '@sarafa/pricing';
import { main } from '@sarafa/server';
import { settingsApp } from '@sarafa/settings';
import { usersApp } from '@sarafa/users';

await main(usersApp, authApp, pricingApp, mediaApp, settingsApp, gatewayApp);
