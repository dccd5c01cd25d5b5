import { AdminsController } from './accounts/admins.controller.js';
import { OwnShopController } from './accounts/own-shop.controller.js';
import { ShopsController } from './accounts/shops.controller.js';
import { AdvertisementsController } from './advertisements/advertisements.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { BoardsController } from './boards/boards.controller.js';
import { HealthController } from './health/health.controller.js';
import { OverviewController } from './overview/overview.controller.js';
import { CustomTablesController } from './prices/custom-tables.controller.js';
import { HoldsController } from './prices/holds.controller.js';
import { PriceSettingsController } from './prices/price-settings.controller.js';
import { PricesController } from './prices/prices.controller.js';
import { RateHistoryController } from './prices/rate-history.controller.js';
import { RateListsController } from './prices/rate-lists.controller.js';
import { RateRowsController } from './prices/rate-rows.controller.js';
import { ShopRateListsController } from './prices/shop-rate-lists.controller.js';
import { RateCardsController } from './rate-cards/rate-cards.controller.js';
import { BeatsController } from './screens/beats.controller.js';
import { PairingsController } from './screens/pairings.controller.js';
import { ScreenAlarmsController } from './screens/screen-alarms.controller.js';
import { ScreensController } from './screens/screens.controller.js';
import { FactorsController } from './sessions/factors.controller.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { ChatController } from './site/chat.controller.js';
import { SiteSettingsController } from './site/site-settings.controller.js';
import { routesOf } from './routes.js';

/** Served by Nest's router. */
export const controllers = [
  HealthController,
  SessionsController,
  FactorsController,
  AdminsController,
  OwnShopController,
  ShopsController,
  OverviewController,
  AuditController,
  ChatController,
  AdvertisementsController,
  CustomTablesController,
  RateRowsController,
  RateListsController,
  ShopRateListsController,
  RateHistoryController,
  HoldsController,
  RateCardsController,
  PricesController,
  PriceSettingsController,
  SiteSettingsController,
  PairingsController,
  // Before the screens' own, whose addresses have an id in the same place.
  ScreenAlarmsController,
  ScreensController,
];

/** Every route there is. */
export const routes = routesOf([BoardsController, BeatsController, ...controllers]);
