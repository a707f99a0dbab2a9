CREATE TABLE "agent_collections" (
	"agent_id" uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	CONSTRAINT "agent_collections_agent_id_collection_id_pk" PRIMARY KEY("agent_id","collection_id"),
	CONSTRAINT "agent_collections_house_check" CHECK ("agent_collections"."owner_id" = '00000000-0000-7000-8000-00000000c0de')
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"allows_download" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collections_owner_id_key" UNIQUE("owner_id","id"),
	CONSTRAINT "collections_owner_check" CHECK ("collections"."user_id" = "collections"."owner_id" or ("collections"."user_id" is null and "collections"."owner_id" = '00000000-0000-7000-8000-00000000c0de'))
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	"tokens" integer NOT NULL,
	"hash" text NOT NULL,
	"page" integer,
	"headings" text[] NOT NULL,
	"start_second" integer,
	"vector" "tsvector" NOT NULL,
	CONSTRAINT "passages_position_key" UNIQUE("source_id","version","position")
);
--> statement-breakpoint
CREATE TABLE "sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"key" text,
	"media_type" text DEFAULT '' NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"address" text,
	"document_id" uuid,
	"content_hash" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"version" integer DEFAULT 0 NOT NULL,
	"passages" integer DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"worker_id" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sources_owner_id_key" UNIQUE("owner_id","id"),
	CONSTRAINT "sources_kind_check" CHECK ("sources"."kind" in ('pdf', 'docx', 'txt', 'md', 'csv', 'srt', 'vtt', 'page', 'document')),
	CONSTRAINT "sources_state_check" CHECK ("sources"."state" in ('queued', 'reading', 'splitting', 'indexing', 'ready', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "agent_collections" ADD CONSTRAINT "agent_collections_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_collections" ADD CONSTRAINT "agent_collections_collection_fk" FOREIGN KEY ("owner_id","collection_id") REFERENCES "public"."collections"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_source_fk" FOREIGN KEY ("owner_id","source_id") REFERENCES "public"."sources"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_collection_fk" FOREIGN KEY ("owner_id","collection_id") REFERENCES "public"."collections"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_collections_collection_idx" ON "agent_collections" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "collections_user_idx" ON "collections" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passages_vector_idx" ON "passages" USING gin ("vector") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "passages_owner_idx" ON "passages" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sources_content_key" ON "sources" USING btree ("collection_id","content_hash") WHERE "sources"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sources_working_key" ON "sources" USING btree ("owner_id") WHERE "sources"."worker_id" is not null;--> statement-breakpoint
CREATE INDEX "sources_queue_idx" ON "sources" USING btree ("queued_at") WHERE "sources"."deleted_at" is null and "sources"."state" in ('queued', 'reading', 'splitting', 'indexing');--> statement-breakpoint
CREATE INDEX "sources_collection_idx" ON "sources" USING btree ("collection_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sources_deleted_idx" ON "sources" USING btree ("deleted_at") WHERE "sources"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "sources_document_idx" ON "sources" USING btree ("document_id");