import type { RouteObject } from 'react-router';

export const permissionGroupScreens: RouteObject[] = [];
