export { CustomerService as Page } from '../customer-service.tsx';
