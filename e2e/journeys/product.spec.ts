import { backInStock, noWarranty, productFacts } from '../pages/product-journeys.ts';

productFacts();
noWarranty();
backInStock();
