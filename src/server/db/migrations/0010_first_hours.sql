ALTER TABLE "users" ADD COLUMN "tour_ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "checklist_ended_at" timestamp (3) with time zone;--> statement-breakpoint
-- Whoever did all of it already is neither asked for it nor congratulated on it.
UPDATE "users" SET "checklist_ended_at" = now()
WHERE "has_completed_onboarding"
	AND EXISTS (SELECT 1 FROM "products" WHERE "user_id" = "users"."id" AND "deleted_at" IS NULL)
	AND EXISTS (SELECT 1 FROM "chats" WHERE "user_id" = "users"."id" AND "last_seq" > 0 AND "deleted_at" IS NULL)
	AND (EXISTS (SELECT 1 FROM "documents" WHERE "user_id" = "users"."id" AND "deleted_at" IS NULL)
		OR EXISTS (SELECT 1 FROM "brands" WHERE "user_id" = "users"."id" AND "deleted_at" IS NULL)
		OR EXISTS (SELECT 1 FROM "offers" WHERE "user_id" = "users"."id" AND "deleted_at" IS NULL));
