import 'reflect-metadata';
import { gatewayApp } from '@sarafa/gateway';
import { mediaApp } from '@sarafa/media';
import { pricingApp } from '@sarafa/pricing';
import { main } from '@sarafa/server';
import { settingsApp } from '@sarafa/settings';
import { usersApp } from '@sarafa/users';

await main(usersApp, pricingApp, mediaApp, settingsApp, gatewayApp);
