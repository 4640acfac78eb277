import * as z from 'zod/mini';
import { endpoints } from '../wire/endpoint.ts';
import { Id, inLanguages, line, Nothing, page, paragraphs, wholeListQuery } from '../wire/values.ts';

const CategoryName = z.object({ id: Id, name: z.string() });

/** There are two levels; `parent` is null on the first one. */
export const Category = z.extend(CategoryName, { parent: z.nullable(CategoryName) });
export type Category = z.infer<typeof Category>;

export const ListedCategory = z.extend(Category, {
  /** The picture's address, which changes with the picture; null without one. */
  image: z.nullable(z.string()),
  /** The last segment of its page's path: its id, then words for people. Only the id counts. */
  slug: z.string(),
});
export type ListedCategory = z.infer<typeof ListedCategory>;

/** What a category's own page says. */
export const CategoryPage = z.extend(ListedCategory, {
  description: z.string(),
  /** Of a category of the first level, in sort order. */
  subcategories: z.array(ListedCategory),
});
export type CategoryPage = z.infer<typeof CategoryPage>;

/** The part of a picture's address that changes with it. */
export const ImageKey = z.string().check(z.regex(/^[0-9a-f-]{36}$/));

export const categoriesEndpoints = endpoints({
  listCategories: {
    access: 'visitor',
    summary: 'Product categories of both levels, in sort order',
    query: z.object(wholeListQuery),
    data: page(ListedCategory),
  },
  readCategory: {
    access: 'visitor',
    summary: 'One category, with its text and its subcategories',
    params: z.object({ id: Id }),
    data: CategoryPage,
  },
  readCategoryImage: {
    access: 'visitor',
    summary: "A category's picture; its address comes with the category and can be cached forever",
    params: z.object({ id: Id, image: ImageKey }),
    raw: { json: false, types: ['image/png', 'image/jpeg', 'image/webp'] },
    data: z.string(),
  },
});

export const NameTexts = inLanguages(line(120)).check(
  z.refine((texts) => Object.values(texts).some((text) => text), 'No name in any language'),
);

export const DescriptionTexts = inLanguages(paragraphs(4_000));

export const SortOrder = z._default(z.int().check(z.gte(-1_000_000), z.lte(1_000_000)), 0);

/** `names` and `descriptions` hold every language the category is named and described in. */
export const AdminCategory = z.extend(Category, {
  names: inLanguages(z.string()),
  descriptions: inLanguages(z.string()),
  image: z.nullable(z.string()),
  sort: z.int(),
  /** How many products it has itself, on sale or not. */
  goods: z.int(),
  /** How many subcategories it has. */
  subcategories: z.int(),
});

export type AdminCategory = z.infer<typeof AdminCategory>;

const CategoryId = z.object({ id: Id });

const CategoryInput = z.object({
  names: NameTexts,
  descriptions: z.optional(DescriptionTexts),
  /** A category of the first level; absent for one that is of the first level itself. */
  parent_id: z.optional(Id),
  sort: SortOrder,
});

export const adminCategoriesEndpoints = endpoints({
  listAllCategories: {
    summary: 'Categories in all languages, in sort order',
    query: z.object(wholeListQuery),
    data: page(AdminCategory),
  },
  createCategory: {
    freshCode: true,
    summary: 'Create a category',
    body: CategoryInput,
    data: AdminCategory,
  },
  updateCategory: {
    freshCode: true,
    summary: "Update a category's names, texts, parent and sort order",
    params: CategoryId,
    body: CategoryInput,
    data: AdminCategory,
  },
  deleteCategory: {
    summary: 'Delete a category that contains no products and no subcategories',
    params: CategoryId,
    data: Nothing,
  },
  setCategoryImage: {
    freshCode: true,
    perMinute: 30,
    summary: "Set or replace a category's picture (PNG, JPEG or WebP, at most 5 MB)",
    params: CategoryId,
    image: true,
    data: AdminCategory,
  },
  removeCategoryImage: {
    summary: "Remove a category's picture, if it has one",
    params: CategoryId,
    data: AdminCategory,
  },
});
