import { Navigate, Route, Routes } from 'react-router-dom';
import { AccountFormPage } from '../../features/account-form/account-form-page.js';
import { ChangesPage } from '../../features/changes/changes-page.js';
import { CustomTablesPage } from '../../features/custom-tables/custom-tables-page.js';
import { ImportDutyPage } from '../../features/import-duty/import-duty-page.js';
import { MaintenancePage } from '../../features/maintenance/maintenance-page.js';
import { PriceManagementPage } from '../../features/price-management/price-management-page.js';
import { RateListsPage } from '../../features/rate-lists/rate-lists-page.js';
import { ScreensPage } from '../../features/screens/of-all-shops/screens-page.js';
import { LOGIN } from '../../shared/links.js';
import { AdminLayout } from './admin-layout.js';
import { DashboardPage } from './dashboard-page.js';

/** Everything under /admin (rule 10.1). */
export function AdminArea() {
  return (
    <Routes>
      <Route element={<AdminLayout />}>
        <Route index element={<DashboardPage />} />
        <Route path="create-admin" element={<AccountFormPage type="admin" />} />
        <Route path="create-user" element={<AccountFormPage type="user" />} />
        <Route path="update-admin/:id" element={<AccountFormPage type="admin" />} />
        <Route path="update-user/:id" element={<AccountFormPage type="user" />} />
        <Route path="manage-prices" element={<PriceManagementPage />} />
        <Route path="custom-tables" element={<CustomTablesPage />} />
        <Route path="rate-lists" element={<RateListsPage />} />
        <Route path="screens" element={<ScreensPage />} />
        <Route path="maintenance" element={<MaintenancePage />} />
        <Route path="changes" element={<ChangesPage />} />
        <Route path="import-duty" element={<ImportDutyPage />} />
      </Route>
      <Route path="*" element={<Navigate to={LOGIN} replace />} />
    </Routes>
  );
}
