import { backInStock, productFacts } from '../pages/product-journeys.ts';

productFacts();
backInStock();
