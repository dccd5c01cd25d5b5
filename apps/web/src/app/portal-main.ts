import '../shared/zod-without-eval.js';
import '../shared/fonts.css';
import '../shared/fonts-indic.css';
import '../shared/fonts-pages.css';
import '../shared/tokens.css';
import './mantine.css';
import './theme.css';
import '../shared/ui/parts.css';
import '../shared/ui/buttons.css';
import '../shared/ui/lists.css';
import '../shared/ui/waiting.css';
import '../shared/ui/fields.css';
import '../shared/ui/dialogs.css';
import '../features/session/login.css';
import '../features/chat/chat.css';
import './admin/frame.css';
import '../features/overview/overview.css';
import '../features/shops/shops.css';
import '../features/shop-dashboard/shop-dashboard.css';
import '../features/shop-dashboard/estimate/estimate.css';
import '../features/shop-dashboard/estimate/paper.css';
import '../features/shop-dashboard/settings.css';
import '../shared/rate-lists/rate-fields.css';
import '../features/shop-dashboard/hold.css';
import '../features/shop-dashboard/own-list.css';
import '../features/shop-dashboard/history.css';
import '../features/shop-dashboard/screens.css';
import '../features/shop-dashboard/ads.css';
import '../features/shop-dashboard/uploads.css';
import '../features/price-management/price-management.css';
import 'uplot/dist/uPlot.min.css';
import '../shared/chart/chart.css';
import '../features/custom-tables/custom-tables.css';
import '../features/rate-lists/rate-lists.css';
import '../features/maintenance/maintenance.css';
import '../features/account-form/account-form.css';
import '../shared/own-account/own-account.css';
import '../shared/rate-rows/rate-rows.css';
import '../shared/screens/screens.css';
import '../features/screens-claim/claim.css';
import '../features/screens/screens-page.css';
import { settleLanguage } from '../shared/page-language.js';
import { part } from '../shared/part.js';
import { showStartFailed } from './start-failed.js';

// The app's modules read their texts when they are evaluated, so the language comes first. The page preloads the app meanwhile.
void settleLanguage()
  .then(() => part(() => import('./portal-start.js')))
  .then(({ startPortal }) => startPortal(), showStartFailed);
