import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { KeptAlarms } from '../features/phone-alarms/index.js';
import { CardPage } from '../features/shop-dashboard/card/card-page.js';
import { EstimatePage } from '../features/shop-dashboard/estimate/estimate-page.js';
import { ShopDashboardPage } from '../features/shop-dashboard/shop-dashboard-page.js';
import { UploadsProvider } from '../features/shop-dashboard/ads/use-uploads.js';
import { LOGIN, shopAlarms } from '../shared/links.js';
import { useSession } from '../shared/session/session.js';

/** Everything under a shop's dashboard (rule 10.1); loaded when a shop signs in. */
export function ShopArea() {
  return (
    <UploadsProvider>
      <Routes>
        <Route index element={<ShopDashboardPage />} />
        <Route element={<WithAlarms />}>
          <Route path="estimate" element={<EstimatePage />} />
          <Route path="card" element={<CardPage />} />
        </Route>
        <Route path="*" element={<Navigate to={LOGIN} replace />} />
      </Routes>
    </UploadsProvider>
  );
}

/** The pages without the switch for alarms on this device. */
function WithAlarms() {
  const { current } = useSession();
  return (
    <>
      {current && <KeptAlarms userId={current.userId} paths={shopAlarms(current.userId)} />}
      <Outlet />
    </>
  );
}
