import { deliveryFormat } from '../pages/delivery-journeys.ts';
import { buyerHome, paidLine, visitorHome } from '../pages/home-journeys.ts';
import { statementFiles } from '../pages/statement-journeys.ts';

visitorHome();
buyerHome();
paidLine();
deliveryFormat();
statementFiles();
