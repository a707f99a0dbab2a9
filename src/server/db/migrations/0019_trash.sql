ALTER TABLE "user_days" ADD COLUMN "purged" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "chats_trash_idx" ON "chats" USING btree ("user_id","deleted_at") WHERE "chats"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "documents_trash_idx" ON "documents" USING btree ("user_id","deleted_at") WHERE "documents"."deleted_at" is not null;