import {
  backInStock,
  noWarranty,
  productFacts,
  totalOverList,
  whatThereIs,
} from '../pages/product-journeys.ts';

productFacts();
whatThereIs();
totalOverList();
noWarranty();
backInStock();
