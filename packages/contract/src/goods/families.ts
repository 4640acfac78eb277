import * as z from 'zod/mini';
import { endpoints } from '../wire/endpoint.ts';
import { Id, inLanguages, Nothing, page, wholeListQuery } from '../wire/values.ts';
import { DescriptionTexts, NameTexts, SortOrder } from './categories.ts';
import { AttributeValues, Goods } from './goods.ts';

/** What products differ in, such as their country, with its values in sort order. */
export const Attribute = z.object({
  id: Id,
  name: z.string(),
  values: z.array(z.object({ id: Id, name: z.string() })),
});
export type Attribute = z.infer<typeof Attribute>;

/** Products that share one page. */
export const FamilyPage = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** The last segment of its page's path: its id, then words for people. Only the id counts. */
  slug: z.string(),
  /** Those that its products have, in sort order. */
  attributes: z.array(Attribute),
  /** Its products on sale, in stock or not, in sort order. */
  goods: z.array(Goods),
});
export type FamilyPage = z.infer<typeof FamilyPage>;

export const familiesEndpoints = endpoints({
  listAttributes: {
    access: 'visitor',
    summary: 'What products differ in, with the values of each attribute, in sort order',
    query: z.object(wholeListQuery),
    data: page(Attribute),
  },
  readFamily: {
    access: 'visitor',
    summary: 'Products that share one page, with the attributes to choose one by',
    params: z.object({ id: Id }),
    data: FamilyPage,
  },
});

/** `names` holds every language it is named in. */
export const AdminAttribute = z.object({
  id: Id,
  name: z.string(),
  names: inLanguages(z.string()),
  sort: z.int(),
  values: z.array(
    z.object({
      id: Id,
      name: z.string(),
      names: inLanguages(z.string()),
      /** How many products have it. */
      goods: z.int(),
    }),
  ),
});
export type AdminAttribute = z.infer<typeof AdminAttribute>;

export const AdminFamily = z.object({
  id: Id,
  name: z.string(),
  names: inLanguages(z.string()),
  descriptions: inLanguages(z.string()),
  /** How many products it has, on sale or not. */
  goods: z.int(),
  /** How many of them are on sale and in stock: with none, its page sells nothing. */
  in_stock: z.int(),
});
export type AdminFamily = z.infer<typeof AdminFamily>;

const AttributeInput = z.object({
  names: NameTexts,
  sort: SortOrder,
  /** In their order. One with an id is renamed; one that is missing is deleted. */
  values: z.array(z.object({ id: z.optional(Id), names: NameTexts })).check(z.minLength(1), z.maxLength(300)),
});

const FamilyInput = z.object({ names: NameTexts, descriptions: z._default(DescriptionTexts, {}) });

const OneId = z.object({ id: Id });

export const adminFamiliesEndpoints = endpoints({
  listAllAttributes: {
    summary: 'Attributes in all languages, in sort order',
    query: z.object(wholeListQuery),
    data: page(AdminAttribute),
  },
  createAttribute: {
    freshCode: true,
    summary: 'Create an attribute with its values',
    body: AttributeInput,
    data: AdminAttribute,
  },
  updateAttribute: {
    freshCode: true,
    summary: "Replace an attribute's names, sort order and values; a value that a product has stays",
    params: OneId,
    body: AttributeInput,
    data: AdminAttribute,
  },
  deleteAttribute: {
    summary: 'Delete an attribute that no product has',
    params: OneId,
    data: Nothing,
  },
  listAllFamilies: {
    summary: 'Families in all languages',
    query: z.object(wholeListQuery),
    data: page(AdminFamily),
  },
  createFamily: {
    freshCode: true,
    summary: 'Create a family without products',
    body: FamilyInput,
    data: AdminFamily,
  },
  updateFamily: {
    freshCode: true,
    summary: "Update a family's names and texts",
    params: OneId,
    body: FamilyInput,
    data: AdminFamily,
  },
  deleteFamily: {
    summary: 'Delete a family; its products stay, each with a page of its own',
    params: OneId,
    data: Nothing,
  },
  setGoodsFamily: {
    freshCode: true,
    summary: "Set a product's attributes, and the family that it belongs to",
    params: OneId,
    body: z.object({
      /** Absent: none. */
      family_id: z.optional(Id),
      attributes: z._default(AttributeValues, []),
    }),
    data: Nothing,
  },
});
