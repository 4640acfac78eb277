import { expiredWithOrder } from '../../pages/return-journeys.ts';

expiredWithOrder();
