import { Navigate, Route, Routes } from 'react-router-dom';
import { CardPage } from '../features/shop-dashboard/card/card-page.js';
import { EstimatePage } from '../features/shop-dashboard/estimate/estimate-page.js';
import { ShopDashboardPage } from '../features/shop-dashboard/shop-dashboard-page.js';
import { UploadsProvider } from '../features/shop-dashboard/use-uploads.js';
import { LOGIN } from '../shared/links.js';

/** Everything under a shop's dashboard (rule 10.1); loaded when a shop signs in. */
export function ShopArea() {
  return (
    <UploadsProvider>
      <Routes>
        <Route index element={<ShopDashboardPage />} />
        <Route path="estimate" element={<EstimatePage />} />
        <Route path="card" element={<CardPage />} />
        <Route path="*" element={<Navigate to={LOGIN} replace />} />
      </Routes>
    </UploadsProvider>
  );
}
